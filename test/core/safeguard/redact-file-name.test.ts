// The name of an attached file may hold a secret too; ordinary names stay.

import { describe, expect, test } from 'vitest';
import { serializeConversation } from '../../../electron/core/compaction/serialize-conversation.ts';
import type { EntryId } from '../../../electron/core/ids.ts';
import { redactEntries } from '../../../electron/core/safeguard/redact-entries.ts';
import { redactFileName } from '../../../electron/core/safeguard/redact-file-name.ts';
import type { MessageEntry } from '../../../electron/core/transcript/entry.ts';
import { transcript } from '../../support/transcript-dsl.ts';

describe('a secret in a file name', () => {
  test.each([
    ['password_Kettle77x.txt', 'password_[redacted:password].txt'],
    ['server password Kettle77x.pdf', 'server password [redacted:password].pdf'],
    ['password=Kettle77x.pdf', 'password=[redacted:password]'],
    ['wifi-8Gh2kkP1.png', 'wifi-[redacted:password].png'],
    ['密码-Kettle77x.docx', '密码[redacted:password]'],
    ['ghp_0123456789abcdefghijABCDEFGHIJ012345.txt', '[redacted:token].txt'],
  ])('%s', (name, left) => {
    expect(redactFileName(name).text).toBe(left);
  });

  test.each([
    'password-policy-2024.pdf',
    'passwords.xlsx',
    'password_reset.png',
    'passport-scan-2024.jpg',
    'report_v2.txt',
    '密码策略2024.docx',
    'keynote 2024.pptx',
  ])('none in %s', (name) => {
    expect(redactFileName(name)).toEqual({ text: name, redactions: [] });
  });

  test('reaches neither the copies nor the serialised conversation', () => {
    const [first] = transcript('u1 See the file.').messages;
    if (first === undefined || first.payload.role !== 'user') throw new Error('a user message');
    const attachments = [{ name: 'password_Kettle77x.txt', mediaType: 'text/plain', text: 'plain' }];
    const entry: MessageEntry = { ...first, id: 'u1' as EntryId, payload: { ...first.payload, attachments } };
    const { messages, redactions } = redactEntries([entry]);
    expect(redactions).toEqual([{ kind: 'password', count: 1 }]);
    expect(JSON.stringify(messages)).not.toContain('Kettle77x');
    expect(serializeConversation([entry], { previous: null }).text).toContain('redacted:password');
    expect(serializeConversation([entry], { previous: null }).text).not.toContain('Kettle77x');
  });
});
