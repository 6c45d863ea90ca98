// Where the transcript lies in a data folder.
import path from 'node:path';

export const databaseFile = (folder: string): string => path.join(folder, 'transcripts.sqlite');
