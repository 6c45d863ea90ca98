// How far an operation is, told step by step: without a token count a step begins, with one it is progress within it.

import type { OperationState } from '../contract/snapshot.ts';

export type OnPhase = (now: Pick<OperationState, 'phase' | 'part' | 'parts' | 'tokens'>) => void;
