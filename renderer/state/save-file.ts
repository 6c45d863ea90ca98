// Hands a text to the person as a file, the way a browser does: both shells ask where to put it or use the download folder.

export function saveFile(fileName: string, content: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download reads the blob after this task; releasing it at once would cancel it.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
