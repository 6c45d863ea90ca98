// Open WebUI writes reasoning and tool calls into the answer as `<details type="…">` blocks with escaped HTML inside. Takes the blocks
// of known types out of a text, in order; a `<details>` a person or a model wrote has no such type and stays text.

export type DetailsPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly id: string | null;
      readonly name: string;
      readonly arguments: string;
      readonly result: string | null;
    };

const BLOCK = /<details\b([^>]*\btype="(?:reasoning|tool_calls|code_interpreter)"[^>]*)>([^]*?)(?:<\/details>|$)/g;

export function readDetails(content: string): readonly DetailsPart[] {
  const parts: DetailsPart[] = [];
  let from = 0;
  for (const found of content.matchAll(BLOCK)) {
    parts.push({ kind: 'text', text: content.slice(from, found.index) });
    parts.push(readBlock(readAttributes(found[1] ?? ''), withoutSummary(found[2] ?? '')));
    from = found.index + found[0].length;
  }
  parts.push({ kind: 'text', text: content.slice(from) });
  return parts
    .map((part) => (part.kind === 'text' ? { ...part, text: part.text.trim() } : part))
    .filter((part) => part.kind === 'call' || part.text !== '');
}

function readBlock(attributes: ReadonlyMap<string, string>, body: string): DetailsPart {
  const type = attributes.get('type');
  if (type === 'reasoning') return { kind: 'thinking', text: unescapeHtml(unquote(body)) };
  const id = attributes.get('id') ?? null;
  if (type === 'code_interpreter') {
    const code = unescapeHtml(body);
    const output = attributes.get('output');
    return { kind: 'call', id, name: 'code_interpreter', arguments: JSON.stringify({ code }), result: output ?? null };
  }
  const result = attributes.get('result') ?? (body === '' ? null : unescapeHtml(body));
  return {
    kind: 'call',
    id,
    name: attributes.get('name') ?? '',
    arguments: attributes.get('arguments') ?? '{}',
    result: result === null ? null : plainJsonText(result),
  };
}

const withoutSummary = (body: string): string => body.replace(/^\s*<summary>[^]*?<\/summary>/, '').trim();

const unquote = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:&gt;|>) ?/, ''))
    .join('\n')
    .trim();

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)="([^"]*)"/g))
    attributes.set(name, unescapeHtml(value));
  return attributes;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** One pass: `&amp;lt;` is the text `&lt;`. */
const unescapeHtml = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** `"Paris: 18C"`, a JSON text, is the words in it. */
function plainJsonText(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
