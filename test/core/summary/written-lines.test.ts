import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATE_CATEGORIES } from '../../../electron/core/summary/state-summary.ts';
import {
  boundWrittenLines,
  parseWrittenLines,
  renderWrittenLines,
  WRITTEN_HEADINGS,
  type WrittenLines,
  writtenLinesGrammar,
} from '../../../electron/core/summary/written-lines.ts';

const good = renderWrittenLines({ goal: ['Plan the garden party'], completed: ['Sent the invitations'] });

const codesOf = (text: string): readonly string[] => {
  const parsed = parseWrittenLines(text);
  return parsed.ok ? [] : parsed.error.map(({ code, subject }) => `${code} ${subject}`);
};
const linesOf = (text: string): WrittenLines | null => {
  const parsed = parseWrittenLines(text);
  return parsed.ok ? parsed.value : null;
};
const without = (heading: string): string => good.replace(`## ${heading}\n- none\n`, '');

describe('the wire format', () => {
  it('renders every heading once, in order, with "- none" where there is nothing', () => {
    expect(good).toBe(
      [
        '## Goal',
        '- Plan the garden party',
        '## Constraints',
        '- none',
        '## Pending requests',
        '- none',
        '## Completed',
        '- Sent the invitations',
        '## In progress',
        '- none',
        '## Decisions',
        '- none',
        '## Failed approaches',
        '- none',
        '## Tool findings',
        '- none',
        '## Environment',
        '- none',
        '## Identifiers',
        '- none',
        '## Next actions',
        '- none',
      ].join('\n'),
    );
  });

  it('reads back what it renders', () => {
    const item = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((text) => text.replace(/\s+/gu, ' ').trim())
      .filter(
        (text) =>
          /^[\p{L}\p{N}]/u.test(text) &&
          !/^(?:none|n\/a|nothing|无|暂无|没有|なし|없음)[.。]?$/iu.test(text) &&
          !text.endsWith('>'),
      );
    const lines = fc.record(
      Object.fromEntries(STATE_CATEGORIES.map((category) => [category, fc.array(item, { maxLength: 4 })])),
    ) as unknown as fc.Arbitrary<WrittenLines>;
    fc.assert(
      fc.property(lines, (written) => {
        expect(linesOf(renderWrittenLines(written))).toEqual(written);
      }),
    );
  });

  it('is tolerant about case, the number of #, a closing colon, blank lines and list signs', () => {
    const sloppy = good
      .replace('## Goal', '# GOAL:')
      .replace('## Completed', '\n### completed：\n')
      .replace('- Sent', '* Sent')
      .replace('## Decisions\n- none', '## Decisions\nNone.');
    expect(linesOf(sloppy)).toEqual(linesOf(good));
  });

  it('never throws and never accepts text without headings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(parseWrittenLines(text).ok).toBe(false);
      }),
    );
  });

  it('keeps emoji and Chinese as they are (B106)', () => {
    const text = renderWrittenLines({ goal: ['给小组发会议记录 📥👨‍👩‍👧'] });
    expect(linesOf(text)?.goal).toEqual(['给小组发会议记录 📥👨‍👩‍👧']);
  });
});

describe('refused replies', () => {
  it.each([
    ['a missing heading (B29)', without('Constraints'), ['heading_missing Constraints']],
    ['a doubled heading (B57)', `${good}\n## Goal\n- again`, ['heading_repeated Goal']],
    [
      'headings out of order',
      without('Constraints')
        .replace('## Completed', '## Constraints\n- none\n## Completed')
        .replace(
          '## Constraints\n- none\n## Completed\n- Sent the invitations',
          '## Completed\n- Sent the invitations\n## Constraints\n- none',
        ),
      ['heading_order Constraints'],
    ],
    [
      'the heading as a word in a sentence only (B30)',
      without('Constraints').replace('- Sent', '- Constraints were sent; sent'),
      ['heading_missing Constraints'],
    ],
    [
      'a heading inside a closed code fence only (B30)',
      `${without('Next actions').trimEnd()}`.replace('\n## Next actions\n- none', '\n```\n## Next actions\n```'),
      ['heading_missing Next actions', 'malformed Identifiers'],
    ],
    [
      'a heading of its own making',
      good.replace('## Completed', '## Former summary\n- none\n## Completed'),
      ['malformed unknown heading'],
    ],
    ['nothing', '', ['empty reply']],
    ['only spaces', '  \n\n \t', ['empty reply']],
    ['an error text (B51)', 'Error: timeout', ['error_text reply']],
    ['an error text in Chinese', '错误：模型未加载', ['error_text reply']],
    ['thinking that never ends (B49)', '<think>long plan', ['thinking_text reply']],
    ['nothing but thinking (B49)', '<think>plan</think>\n', ['thinking_text reply']],
    ['JSON', '{"goal":["a"]}', ['malformed json']],
    ['JSON in a fence', '```json\n{"goal":["a"]}\n```', ['malformed json']],
    ['an open code fence at the end (B48)', `${good}\n- look:\n\`\`\`\ncode`, ['markup_open code fence']],
    ['an opening tag at the end (B48)', `${good}\n- see <details>`, ['markup_open tag at the end']],
    ['an opening tag that never closes', `<summary>\n${good}`, ['markup_open tag at the start']],
    ['endless line breaks (B106)', `${good}${'\n'.repeat(500)}- x`, ['malformed white space']],
  ])('%s', (_, text, expected) => {
    expect(codesOf(text)).toEqual(expected);
  });

  it('a plain OK misses every heading', () => {
    expect(codesOf('OK')).toEqual([
      ...STATE_CATEGORIES.map((category) => `heading_missing ${WRITTEN_HEADINGS[category]}`),
      'malformed text before the first heading',
    ]);
  });

  it('shows neither a long text nor a secret in an excerpt', () => {
    const parsed = parseWrittenLines(`password: blue-Kettle-77 ${'x '.repeat(300)}`);
    const excerpts = parsed.ok ? [] : parsed.error.map(({ excerpt }) => excerpt);
    expect(Math.max(...excerpts.map((excerpt) => excerpt.length))).toBeLessThanOrEqual(120);
    expect(excerpts.join()).not.toContain('blue-Kettle-77');
  });
});

describe('thinking', () => {
  it('is left out when it is closed and something follows (B49)', () => {
    expect(linesOf(`<think>\nplan\n## Goal\n</think>\n\n${good}`)).toEqual(linesOf(good));
  });
  it('is left out when the template wrote its opening mark', () => {
    expect(linesOf(`a plan\n</think>\n${good}`)).toEqual(linesOf(good));
  });
  it('stays where an item discusses the marks (B49)', () => {
    const text = renderWrittenLines({ goal: ['Explain <think> and </think> to the class'] });
    expect(linesOf(text)?.goal).toEqual(['Explain <think> and </think> to the class']);
  });
});

describe('the grammar', () => {
  it('has one bounded list a heading, and none where code keeps the items', () => {
    expect(writtenLinesGrammar({ maxItems: 6, maxChars: 240 })).toBe(
      [
        'root ::= "## Goal" goal "\\n## Constraints" none "\\n## Pending requests" none "\\n## Completed" list "\\n## In progress" list "\\n## Decisions" list "\\n## Failed approaches" list "\\n## Tool findings" list "\\n## Environment" list "\\n## Identifiers" none "\\n## Next actions" list',
        'goal ::= none | item{1,2}',
        'list ::= none | item{1,6}',
        'none ::= "\\n- none"',
        'item ::= "\\n- " first rest',
        'first ::= [^\\x00-\\x20\\x7F#<>*`-]',
        'rest ::= [^\\x00-\\x1F\\x7F]{0,239}',
        '',
      ].join('\n'),
    );
  });

  it.each([
    [64, 'en', { maxItems: 1, maxChars: 160 }],
    [384, 'en', { maxItems: 2, maxChars: 160 }],
    [614, 'zh', { maxItems: 4, maxChars: 60 }],
    [4096, 'other', { maxItems: 6, maxChars: 160 }],
  ] as const)('is bounded for a reply of %d tokens (%s)', (replyTokens, language, bounds) => {
    expect(boundWrittenLines(replyTokens, language)).toEqual(bounds);
  });
});
