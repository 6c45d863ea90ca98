// The rules broken on purpose, one at a time, and the test that has to notice. `find` stands exactly once in the file.

export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** A test file and words of the title of the test (or of its group) in it. */
  readonly caughtBy: readonly [file: string, title: string];
}

const SURVIVAL = 'test/properties/survival.test.ts';
const WINDOWS = 'test/properties/pairs-and-windows.test.ts';

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'equality triggers',
    file: 'electron/core/compaction/trigger.ts',
    find: 'thresholdTokens !== null && usedTokens > thresholdTokens;',
    replace: 'thresholdTokens !== null && usedTokens >= thresholdTokens;',
    caughtBy: ['test/properties/size.test.ts', 'I1: a request compacts exactly when'],
  },
  {
    name: 'reserve may take the whole window',
    file: 'electron/core/compaction/settings.ts',
    find: 'Math.min(setTokens ?? clamp(Math.floor(window * 0.25), 512, 16_384), Math.floor(window / 2))',
    replace: '(setTokens ?? clamp(Math.floor(window * 0.25), 512, 16_384))',
    caughtBy: ['test/properties/size.test.ts', 'I1: a request compacts exactly when'],
  },
  {
    name: 'stale usage counted',
    file: 'electron/app/turn-runner.ts',
    find: '    usedTokens: counted.usage.usedTokens,\n    fixedTokens: counted.fixedTokens,\n    effective,',
    replace:
      "    usedTokens: Math.max(counted.usage.usedTokens, ...context.branch.map(({ payload }) => ('usage' in payload ? (payload.usage?.totalTokens ?? 0) : 0))),\n    fixedTokens: counted.fixedTokens,\n    effective,",
    caughtBy: ['test/scenarios/scenarios.test.ts', 'b01-old-usage-number-fires-no-second-compaction'],
  },
  {
    name: 'a tool result as cut point',
    file: 'electron/core/transcript/tool-pairing.ts',
    find: "return index > heldTo && entry.payload.type === 'message' && entry.payload.role !== 'tool_result';",
    replace: "return entry.payload.type === 'message';",
    caughtBy: [WINDOWS, 'I2 I3 I5: nothing falls between'],
  },
  {
    name: 'a part for the summariser tears a pair',
    file: 'electron/core/compaction/chunk.ts',
    find: 'heldTo = Math.max(heldTo, group.lastIndex);',
    replace: 'heldTo = Math.max(heldTo, group.assistantIndex);',
    caughtBy: [WINDOWS, 'I2 I3 I5: nothing falls between'],
  },
  {
    name: 'second compaction starts after the previous entry',
    file: 'electron/core/context/active-window.ts',
    find: 'if (id === compaction.id) checkpoint = index + 1;',
    replace: 'if (id === compaction.id) return index + 1;',
    caughtBy: [WINDOWS, 'I2 I3 I5: nothing falls between'],
  },
  {
    name: 'turn prefix not summarised',
    file: 'electron/core/compaction/plan.ts',
    find: 'turnPrefix: messages.slice(turnStart, cut),',
    replace: 'turnPrefix: [],',
    caughtBy: [WINDOWS, 'I2 I3 I5: nothing falls between'],
  },
  {
    name: 'carried message lost',
    file: 'electron/core/context/active-window.ts',
    find: 'return { carried: findCarried(branch, start, [...carriedEntryIds, ...open]), recent: branch.slice(start) };',
    replace: 'return { carried: findCarried(branch, start, open), recent: branch.slice(start) };',
    caughtBy: [SURVIVAL, 'I5: unanswered messages'],
  },
  {
    name: 'text trimmed after its audit',
    file: 'electron/app/compaction-drafter.ts',
    find: 'return sized(deps, input, { ...given, text, audit });',
    replace: 'return sized(deps, input, { ...given, text: text.slice(0, -24), audit });',
    caughtBy: ['test/field-cases/bad-summaries.test.ts', 'the stored text is the audited one, byte for byte'],
  },
  {
    name: 'audit does not compare text and state',
    file: 'electron/core/safeguard/audit-summary.ts',
    find: 'return renderSummaryText(state, { omittedIdentifiers }) === text\n    ? []',
    replace: 'return text !== state\n    ? []',
    caughtBy: ['test/properties/accepted-summaries.test.ts', 'I4: no byte of a summary changes'],
  },
  {
    name: 'a reply cut off by length is accepted',
    file: 'electron/core/safeguard/audit-summary.ts',
    find: "if (body === null || stopReason === 'stop') return [];",
    replace: "if (body === null || stopReason !== 'error') return [];",
    caughtBy: ['test/core/safeguard/audit-summary.test.ts', 'cut off (B48)'],
  },
  {
    name: 'ledger trimmed first',
    file: 'electron/core/summary/fit-budget.ts',
    find: 'if (!isLikelyRule(category, item)) force(fit, category, item);',
    replace: 'if (!isLikelyRule(category, item)) take(fit, category, item);',
    caughtBy: ['test/core/summary/fit-budget.test.ts', 'nothing but constraints and requests goes past it'],
  },
  {
    name: 'lifted ban dropped',
    file: 'electron/core/safeguard/ledger-constraints.ts',
    find: '!covers(rule.text)) continue;\n    rules[index] = { ...rule, liftedBy: sourceId };',
    replace: '!covers(rule.text)) continue;\n    rules.splice(index, 1);',
    caughtBy: [SURVIVAL, 'I6: every rule of the person'],
  },
  {
    name: 'polarity ignored',
    file: 'electron/core/safeguard/grounding.ts',
    find: '  if (fault !== null) {\n    const place',
    replace: "  if (fault !== null && line === '') {\n    const place",
    caughtBy: [SURVIVAL, 'I6: every rule of the person'],
  },
  {
    name: 'rules taken from what others said',
    file: 'electron/core/safeguard/ledger.ts',
    find: 'safe.filter(isUser).map(',
    replace: 'safe.map(',
    caughtBy: ['test/core/safeguard/ledger.test.ts', 'neither an answer nor a tool result does'],
  },
  {
    name: 'redaction skipped in the request',
    file: 'electron/core/compaction/serialize-conversation.ts',
    find: '  return redacted.text;\n}',
    replace: '  return text;\n}',
    caughtBy: [SURVIVAL, 'I7: no secret'],
  },
  {
    name: 'in place although the range holds secrets',
    file: 'electron/core/compaction/plan.ts',
    find: 'if (input.secretsInRange > 0) {',
    replace: 'if (input.secretsInRange > 99) {',
    caughtBy: ['test/core/compaction/plan.test.ts', 'cold when there is a secret'],
  },
  {
    name: 'marks of the conversation not escaped',
    file: 'electron/core/summary/summary-text.ts',
    find: "export const escapeMarks = (text: string): string => text.replace(MARK, '$1\\\\$2$3');",
    replace: 'export const escapeMarks = (text: string): string => text;',
    caughtBy: [SURVIVAL, 'I8: a request and a summary'],
  },
  {
    name: 'the same request kept as often as it was asked',
    file: 'electron/core/safeguard/ledger-requests.ts',
    find: 'all.findIndex(({ text }) => text === request.text) === index;',
    replace: 'all.findIndex((other) => other === request) === index;',
    caughtBy: [SURVIVAL, 'I9: after any number of compactions'],
  },
  {
    name: 'undo counts on every branch',
    file: 'electron/core/transcript/branch.ts',
    find: 'if (!isOnBranch(marker.id)) continue;',
    replace: '',
    caughtBy: ['test/core/transcript/branch.test.ts', 'an undo counts only on branches that contain the undo entry'],
  },
  {
    name: 'append on condition without the check',
    file: 'native/sqlite/append-entries.ts',
    find: 'expectedLastSeq !== null && head.lastSeq !== expectedLastSeq',
    replace: 'expectedLastSeq !== null && head.lastSeq < 0',
    caughtBy: ['test/native/sqlite/conformance.test.ts', 'on condition is refused once the conversation has moved on'],
  },
  {
    name: 'redaction changes the stored entry',
    file: 'electron/core/safeguard/redact-entries.ts',
    find: 'messages.map((entry) => ({ ...entry, payload: redactPayload(entry.payload, clean, cleanName) }));',
    replace:
      'messages.map((entry) => Object.assign(entry, { payload: redactPayload(entry.payload, clean, cleanName) }));',
    caughtBy: ['test/properties/stored-history.test.ts', 'I10: no step of a compaction changes'],
  },
  {
    name: 'notes already in the file are written again',
    file: 'electron/core/notes/known-notes.ts',
    find: 'const known = existingContents.flatMap(readNoteLines);',
    replace: 'const known = existingContents.slice(1).flatMap(readNoteLines);',
    caughtBy: ['test/properties/notes.test.ts', 'I11: flushes add to the file'],
  },
  {
    name: 'no flush before an overflow compaction',
    file: 'electron/app/flush-runner.ts',
    find: 'if (!effective.memoryFlush.enabled) ',
    replace: "if (!effective.memoryFlush.enabled || input.reason === 'overflow') ",
    caughtBy: ['test/scenarios/field-cases.test.ts', 'sees the old part, before the summary and the commit'],
  },
  {
    name: 'a cancelled compaction stays on screen',
    file: 'renderer/state/reduce-conversation.ts',
    find: "case 'compaction_skipped':\n      return { ...held, operation: without(held.operation, 'compaction') };",
    replace: "case 'compaction_skipped':\n      return held;",
    caughtBy: ['test/properties/window-state.test.ts', 'I12: every operation ends'],
  },
  {
    name: 'a character cut in half',
    file: 'electron/core/transcript/clip-text.ts',
    find: 'return `${toWellFormed(text.slice(0, boundaryAtOrBefore(text, maxChars - 1)))}…`;',
    replace: 'return `${text.slice(0, maxChars - 1)}…`;',
    caughtBy: ['test/properties/template-and-search.test.ts', 'I13: a cut text is well-formed'],
  },
  {
    name: 'two messages of one role in a row',
    file: 'native/llama/chat-history.ts',
    find: 'else joined[joined.length - 1] = joinTwo(last, message);',
    replace: 'else joined.push(message);',
    caughtBy: ['test/properties/template-and-search.test.ts', 'I13: a view fits every template'],
  },
  {
    name: 'an export without the compactions',
    file: 'electron/core/transcript/export-transcript.ts',
    find: "entries.map((entry) => `${JSON.stringify(entry)}\\n`).join('');",
    replace:
      "entries.filter(({ payload }) => payload.type === 'message').map((entry) => `${JSON.stringify(entry)}\\n`).join('');",
    caughtBy: ['test/properties/template-and-search.test.ts', 'I14: an exported conversation holds every entry'],
  },
];
