import * as z from "zod/mini";
import { lineSchema } from "./texts.ts";
import { contentKinds } from "./tracks.ts";

/** File tag used by kind rules: ID3 TXXX, a Vorbis comment or an MP4 freeform atom of this name. */
export const KIND_TAG = "NEONRELAY_KIND";

export const MAX_KIND_RULES = 100;

/**
 * `folder`: a folder's name, or part of its path; `genre`: one of the file's genres; `tag`: the text of its KIND_TAG.
 */
export const kindRuleSubjects = ["folder", "genre", "tag"] as const;

/** Sets the kind of matching tracks. Text matching ignores case and accents. */
export const kindRuleSchema = z.object({
  by: z.enum(kindRuleSubjects),
  value: lineSchema({ shortest: 1, longest: 200 }),
  kind: z.enum(contentKinds),
});
export type KindRule = z.infer<typeof kindRuleSchema>;

/** The first match wins; without one a track is music. A kind set by an operator takes precedence. */
export const kindRulesSchema = z.array(kindRuleSchema).check(z.maxLength(MAX_KIND_RULES));

/** A file with this tag needs no other rule. */
export const defaultKindRules: KindRule[] = [
  { by: "tag", value: "jingle", kind: "jingle" },
  { by: "tag", value: "spot", kind: "spot" },
  { by: "tag", value: "speech", kind: "speech" },
];
