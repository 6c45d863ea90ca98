// Counts a view with a draft behind it at the cost of the draft alone. The view is rendered once with a stand-in for the draft; a
// control mark on either side cuts out the part of the prompt that the draft can change, and only that part is counted again. Where a
// template looks into what it renders, or a draft looks like a mark, the whole is counted as ever.

import { type ContextSegment, withDraft } from '../../electron/core/context/context-view.ts';
import type { PromptPiece, PromptTemplate } from './prompt-template.ts';
import type { PromptTokenizer } from './prompt-tokens.ts';

export interface DraftCounter {
  /** Null: no view is known under the key, and none was given. Throws what the template throws. */
  count(
    base: { readonly key: string; readonly segments: readonly ContextSegment[] | null },
    draft: string,
  ): number | null;
}

interface KnownView {
  readonly segments: readonly ContextSegment[];
  /** Tokens without any draft. */
  readonly bareTokens: number;
  readonly around: Around | null;
}

/** The part of the prompt around a draft, from control mark to control mark. */
interface Around {
  readonly before: readonly PromptPiece[];
  readonly after: readonly PromptPiece[];
  /** What stands between the message before and the draft when both are the person's. */
  readonly gap: string;
  readonly trimsStart: boolean;
  readonly trimsEnd: boolean;
  /** Tokens of the prompt outside this part. */
  readonly otherTokens: number;
}

/** A window shows one conversation; a few may be open. */
const KNOWN_VIEWS = 4;
const STAND_IN = '\n x \n';

export function createDraftCounter(template: PromptTemplate, tokenizer: PromptTokenizer): DraftCounter {
  const known = new Map<string, KnownView>();
  const countWhole = (segments: readonly ContextSegment[]): number =>
    tokenizer.tokenize(template.render(segments), segments.length).tokens.length;
  const learn = (segments: readonly ContextSegment[]): KnownView => ({
    segments,
    bareTokens: countWhole(segments),
    around: findAround(segments, template, tokenizer),
  });
  return {
    count(base, draft) {
      if (base.segments !== null) {
        known.delete(base.key);
        known.set(base.key, learn(base.segments));
        for (const oldest of known.keys()) if (known.size > KNOWN_VIEWS) known.delete(oldest);
      }
      const view = known.get(base.key);
      if (view === undefined) return null;
      if (draft.trim() === '') return view.bareTokens;
      if (view.around === null || /[<[]/.test(draft)) return countWhole(addDraft(view.segments, draft));
      return view.around.otherTokens + tokenizer.countPart(partWith(view.around, draft));
    },
  };
}

const addDraft = (segments: readonly ContextSegment[], draft: string): readonly ContextSegment[] =>
  withDraft({ segments, builtFromSeq: 0, compactionId: null }, draft).segments;

function partWith({ before, after, gap, trimsStart, trimsEnd }: Around, draft: string): readonly PromptPiece[] {
  const start = trimsStart ? draft.trimStart() : draft;
  const text = gap + (trimsEnd ? start.trimEnd() : start);
  return [...before, { segmentIndex: 0, text }, ...after];
}

/** Null where the draft does not stand in one piece of the prompt. */
function findAround(
  segments: readonly ContextSegment[],
  template: PromptTemplate,
  tokenizer: PromptTokenizer,
): Around | null {
  const withStandIn = addDraft(segments, STAND_IN);
  const pieces = template.render(withStandIn);
  const at = pieces.findIndex(({ segmentIndex }) => segmentIndex === withStandIn.length - 1);
  const found = pieces[at];
  const shape = found === undefined ? null : /^(\n\n)?(\n )?x( \n)?$/.exec(found.text);
  if (shape === null || pieces.filter(({ segmentIndex }) => segmentIndex === withStandIn.length - 1).length !== 1)
    return null;
  const isMark = (piece: PromptPiece): boolean => piece.segmentIndex === null && tokenizer.hasMark(piece.text);
  const first = Math.max(0, pieces.slice(0, at).findLastIndex(isMark));
  const last = pieces.findIndex((piece, index) => index > at && isMark(piece));
  const around = {
    before: pieces.slice(first, at),
    after: pieces.slice(at + 1, last < 0 ? pieces.length : last + 1),
    gap: shape[1] ?? '',
    trimsStart: shape[2] === undefined,
    trimsEnd: shape[3] === undefined,
  };
  const all = tokenizer.tokenize(pieces, withStandIn.length).tokens.length;
  const part = tokenizer.countPart(partWith({ ...around, otherTokens: 0 }, STAND_IN));
  return { ...around, otherTokens: all - part };
}
