// Context segments in short form, for tests of prompts and hosts.

import type { ContextSegment } from '../../electron/core/context/context-view.ts';

export const system = (text: string): ContextSegment => ({ segment: 'system', role: 'system', text });
export const summary = (text: string): ContextSegment => ({ segment: 'summary', role: 'system', text });
export const user = (text: string): ContextSegment => ({ segment: 'entry', role: 'user', text });
export const assistant = (text: string): ContextSegment => ({ segment: 'entry', role: 'assistant', text });
export const current = (text: string): ContextSegment => ({ segment: 'current', role: 'user', text });
export const calling = (text: string, id: string, name: string, args: string): ContextSegment => ({
  ...assistant(text),
  toolCalls: [{ id, name, arguments: args }],
});
export const toolResult = (callId: string, text: string): ContextSegment => ({
  segment: 'entry',
  role: 'tool_result',
  callId,
  text,
});
