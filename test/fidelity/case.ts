// A conversation with probes, as JSON: what it must look like to be measured. Fields nobody knows are left aside.
import { z } from 'zod';

const texts = z.union([
  z
    .string()
    .min(1)
    .transform((text) => [text]),
  z.array(z.string().min(1)).min(1),
]);
const toolCalls = z.array(
  z.object({ id: z.string(), name: z.string(), arguments: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
);
const base = { id: z.string().min(1), text: z.string().default('') };
const message = z.discriminatedUnion('role', [
  z.object({ ...base, role: z.literal('user') }),
  z.object({ ...base, role: z.literal('assistant'), toolCalls: toolCalls.optional() }),
  z.object({ ...base, role: z.literal('tool_result'), callId: z.string(), isError: z.boolean().optional() }),
]);
export type CaseMessage = z.infer<typeof message>;

const probe = z
  .object({
    category: z.string().min(1),
    from: z.string().optional(),
    /** Any one of them, word for word. */
    must: texts.optional(),
    lifted: z.string().optional(),
    mustBoth: z.tuple([z.string().min(1), z.string().min(1)]).optional(),
    mustNotConstraint: texts.optional(),
    mustNot: texts.optional(),
    replaces: z.string().optional(),
    old: texts.optional(),
  })
  .refine(
    ({ must, mustBoth, mustNot, mustNotConstraint, old }) =>
      must !== undefined ||
      mustBoth !== undefined ||
      mustNot !== undefined ||
      mustNotConstraint !== undefined ||
      old !== undefined,
    { message: 'a probe needs one of must, mustBoth, mustNot, mustNotConstraint, old' },
  );
export type Probe = z.infer<typeof probe>;

export const caseSchema = z
  .object({
    name: z.string().min(1),
    language: z.string().default('en'),
    contextWindow: z.int().min(256).default(4096),
    compactions: z.int().min(1).default(8),
    transcript: z.array(message).min(1),
    probes: z.array(probe).min(1),
  })
  .superRefine(({ transcript }, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of transcript.entries()) {
      if (seen.has(id)) context.addIssue({ code: 'custom', path: ['transcript', index], message: `id "${id}" twice` });
      seen.add(id);
    }
  });
export type FidelityCase = z.infer<typeof caseSchema>;
