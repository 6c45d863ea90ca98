import { vi } from 'vitest';

import { describeHostConformance } from '../support/host-conformance.ts';
import { loadInto, startRealHost } from '../support/real-host.ts';
import { createScriptedHost } from '../support/scripted-host.ts';
import { requireTestModel } from '../support/test-models.ts';

// A model on a busy machine takes its time; a hang still ends.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

describeHostConformance('the real host', async () => {
  const { client } = startRealHost();
  await loadInto(client, requireTestModel(), 512);
  return { host: client, close: () => client.close() };
});

describeHostConformance('the scripted host', () => {
  const host = createScriptedHost({
    windowTokens: 512,
    replies: [{ for: 'chat', text: 'Once upon a time there was a sea.', repeat: true }],
  });
  return Promise.resolve({ host, close: () => host.close() });
});
