import { mkdirSync } from "node:fs";
import { StartUpError } from "@neonrelay/process/part";
import { findOwnerOfTakenPort } from "@neonrelay/process/linux-proc";

/** @throws StartUpError when the folder can't be created */
export function makeStateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartUpError(`the folder ${folder} can't be created: check its permissions`, {
      cause,
    });
  }
}

/** @param sentence shown to people when the promise is rejected */
export async function orStartUpError<Value>(
  promise: Promise<Value>,
  sentence: string,
): Promise<Value> {
  try {
    return await promise;
  } catch (cause) {
    const owner = await findOwnerOfTakenPort(cause);
    const taken = owner === null ? "" : `, taken by ${owner}`;
    const code =
      cause instanceof Error && "code" in cause ? ` (${String(cause.code)}${taken})` : "";
    throw new StartUpError(`${sentence}${code}`, { cause });
  }
}
