// An extension for Holdfast: a provider that writes the state itself, a hook that stops a compaction, a hook that counts.
// Put it into a folder of your own, name the folder in settings.json under "extensions", and choose the provider:
//   { "extensions": { "folder": "/home/ana/holdfast-extensions" }, "compaction": { "provider": "keep decisions" } }

/** @param {import('../../../electron/contract/extensions.ts').ExtensionApi} holdfast */
export default function register(holdfast) {
  holdfast.registerCompactionProvider('keep decisions', {
    // Every line is looked for in the messages: say it in their words, with their numbers and names.
    compact(request) {
      const said = request.messages.filter((message) => message.role === 'user').map((message) => message.text);
      const sentences = said.flatMap((text) => text.split(/(?<=[.!?。！？])\s*/u));
      return {
        summary: {
          goal: sentences.slice(0, 1),
          decisions: sentences.filter((sentence) => /\b(decided|we take|let us take)\b/i.test(sentence)),
        },
      };
    },
  });

  holdfast.beforeCompaction((event) => {
    const marked = event.messages.some((message) => message.text.includes('#keep'));
    return marked ? { cancel: 'A message that would be folded is marked #keep.' } : undefined;
  });

  holdfast.afterCompaction((event) => {
    console.log(`${event.writer}: ${event.tokensBefore - event.tokensAfter} tokens freed`);
  });
}
