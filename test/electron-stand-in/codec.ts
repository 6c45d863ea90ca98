// JSON with tags for what a structured clone keeps. Self-contained: it is also injected into pages as text.

export function makeCodec() {
  const toBase64 = (bytes: Uint8Array): string => {
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary);
  };
  const refuse = (value: unknown): never => {
    throw new Error(`An object could not be cloned. (${String(value).slice(0, 60)})`);
  };
  const encode = (value: any): any => {
    if (value === undefined) return { $: 'undefined' };
    if (typeof value === 'bigint') return { $: 'bigint', value: String(value) };
    if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', value: String(value) };
    if (typeof value === 'function' || typeof value === 'symbol') return refuse(value);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(encode);
    if (value instanceof Date) return { $: 'date', value: +value };
    if (value instanceof Error) return { $: 'error', value: [value.name, value.message] };
    if (value instanceof Map) return { $: 'map', value: [...value].map(encode) };
    if (value instanceof Set) return { $: 'set', value: [...value].map(encode) };
    if (ArrayBuffer.isView(value)) {
      return { $: 'bytes', value: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
    }
    if (value instanceof Promise || value instanceof WeakMap) return refuse(value);
    const object = Object.fromEntries(Object.keys(value).map((key) => [key, encode(value[key])]));
    return '$' in object ? { $: 'object', value: object } : object;
  };
  const decode = (value: any): any => {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(decode);
    const held = value.value;
    if (value.$ === 'undefined') return undefined;
    if (value.$ === 'bigint') return BigInt(held);
    if (value.$ === 'number') return Number(held);
    if (value.$ === 'date') return new Date(held);
    if (value.$ === 'error') return Object.assign(new Error(held[1]), { name: held[0] });
    if (value.$ === 'map') return new Map(held.map(decode));
    if (value.$ === 'set') return new Set(held.map(decode));
    if (value.$ === 'bytes') return Uint8Array.from(atob(held), (char) => char.charCodeAt(0));
    const source = value.$ === 'object' ? held : value;
    return Object.fromEntries(Object.keys(source).map((key) => [key, decode(source[key])]));
  };
  return {
    encode: (value: unknown): string => JSON.stringify(encode(value)),
    decode: (text: string): any => decode(JSON.parse(text)),
  };
}
