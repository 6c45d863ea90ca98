// A ChatGPT export of any size, written on the fly: conversations with the shape and the metadata of real ones, English and Chinese, code
// now and then, some answers regenerated.

import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createRandom, writeText } from './long-conversation.ts';

/** @returns bytes written */
export async function writeChatGptFile(file: string, targetBytes: number): Promise<number> {
  const random = createRandom(7);
  const stream = createWriteStream(file);
  let written = 1;
  stream.write('[');
  for (let number = 0; written < targetBytes; number += 1) {
    const text = `${number === 0 ? '' : ','}${JSON.stringify(makeConversation(number, random))}`;
    written += Buffer.byteLength(text);
    if (!stream.write(text)) await once(stream, 'drain');
  }
  stream.end(']');
  await once(stream, 'finish');
  return written + 1;
}

function makeConversation(number: number, random: () => number): object {
  const mapping: Record<string, object> = {};
  const name = (index: number): string =>
    `${number.toString(16).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const turns = 2 + Math.floor(random() * 20);
  for (let index = 0; index <= turns; index += 1) {
    const isUser = index % 2 === 1;
    mapping[name(index)] = {
      id: name(index),
      parent: index === 0 ? null : name(index - 1),
      children: index === turns ? [] : [name(index + 1)],
      message: index === 0 ? null : makeMessage(name(index), isUser, makeText(number * 100 + index, random)),
    };
  }
  return {
    title: `Conversation ${number}`,
    create_time: 1_700_000_000 + number,
    update_time: 1_700_000_900 + number,
    mapping,
    moderation_results: [],
    current_node: name(turns),
    conversation_id: name(999),
    safe_urls: [],
    default_model_slug: 'gpt-5',
    id: name(999),
  };
}

const makeText = (seed: number, random: () => number): string =>
  Array.from({ length: 1 + Math.floor(random() * 6) }, (_, part) => writeText(seed + part, random)).join('\n\n');

function makeMessage(id: string, isUser: boolean, text: string): object {
  return {
    id,
    author: { role: isUser ? 'user' : 'assistant', name: null, metadata: {} },
    create_time: 1_700_000_000.123456,
    update_time: null,
    content: { content_type: 'text', parts: [text] },
    status: 'finished_successfully',
    end_turn: isUser ? null : true,
    weight: 1.0,
    metadata: isUser
      ? { request_id: id, timestamp_: 'absolute', serialization_metadata: { custom_symbol_offsets: [] } }
      : {
          finish_details: { type: 'stop', stop_tokens: [200002] },
          is_complete: true,
          citations: [],
          content_references: [],
          model_slug: 'gpt-5',
          parent_id: id,
          request_id: id,
          timestamp_: 'absolute',
        },
    recipient: 'all',
    channel: isUser ? null : 'final',
  };
}
