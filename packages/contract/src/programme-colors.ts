import * as z from "zod/mini";

/** Colours for clocks and shows. */
export const programmeColors = ["cyan", "magenta", "green", "amber", "violet", "red"] as const;
export const programmeColorSchema = z.enum(programmeColors);
export type ProgrammeColor = z.infer<typeof programmeColorSchema>;
