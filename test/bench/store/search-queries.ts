// What people type into a search box: words and starts of words, phrases, Chinese of any length, common and rare, some that stand nowhere.

import { createRandom, RARE, writeText } from './long-conversation.ts';

const SAMPLES = 60;

/** Queries of three characters and more: half of them cut from texts like those that are searched. */
export function longQueries(): readonly string[] {
  const random = createRandom(23);
  const cuts = Array.from({ length: SAMPLES }, (_, index) => {
    const text = writeText(index * 2 + 100, random);
    const from = Math.floor(random() * (text.length / 2));
    const isSpaced = text.includes(' ');
    const start = isSpaced ? text.indexOf(' ', from) + 1 : from;
    return text.slice(start, start + 3 + Math.floor(random() * (isSpaced ? 12 : 4))).trim();
  }).filter((query) => query.length >= 3);
  return [
    ...cuts,
    RARE.word,
    'quetzal',
    'baba',
    'bababa',
    'ba be',
    'babaki da',
    'nothing like this',
    '从未说过的话',
    '一丆丌',
  ];
}

/** One and two characters, Chinese among them. */
export function shortQueries(): readonly string[] {
  const random = createRandom(29);
  const cuts = Array.from({ length: SAMPLES }, (_, index) => {
    const text = writeText(index * 2 + 300, random);
    const isSpaced = text.includes(' ');
    const from = Math.floor(random() * (text.length - 4));
    const start = isSpaced ? text.indexOf(' ', from) + 1 : from;
    return text.slice(start, start + 1 + (index % 2)).trim();
  }).filter((query) => query !== '');
  return [...cuts, RARE.chinese, '麒', 'q', 'ba', 'b', '一', '龘', 'zz', '。', '一丆'];
}
