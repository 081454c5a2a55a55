import type { Casemapping } from "../protocol/casemapping.ts";

/** The casemapping of the embedded server, told in ISUPPORT. */
export const serverCasemapping: Casemapping = "ascii";
