import { importedConfigSchema } from "@neonrelay/contract";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { unknownNames } from "../http-kit/unknown-fields.ts";
import { noOldAddressWords } from "../settings/old-address-rules.ts";
import { importStationConfig, toStationConfig } from "../system/config-actions.ts";
import { fail, isFileTrouble, type CommandCall, type CommandParts } from "./command.ts";

/** Maximum number of printed problems. */
const MAX_PROBLEMS = 10;

/** Prints the configuration, or writes it to a new file. */
export async function exportConfig(
  { settings }: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [name] = args;
  const text = JSON.stringify(toStationConfig(settings.current), null, 2);
  if (name === undefined) {
    for (const line of text.split("\n")) print(line);
    return 0;
  }
  const file = path.resolve(name);
  try {
    await writeFile(file, `${text}\n`, { flag: "wx" });
  } catch (error) {
    if (!isFileTrouble(error)) throw error;
    return fail(print, `${file} could not be written: ${error.message}`);
  }
  print(`configuration written to ${file}; it contains no passwords`);
  return 0;
}

/** Imports settings and branding from a file, all or nothing. */
export async function importConfig(
  parts: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [name] = args;
  if (name === undefined) return fail(print, "Name the file to read: config import FILE");
  const file = path.resolve(name);
  const refuse = (reason: string) =>
    fail(print, `${file} was not imported and nothing changed: ${reason}`);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return refuse("it is not JSON");
    if (!isFileTrouble(error)) throw error;
    return refuse(error.message);
  }
  const parsed = importedConfigSchema.safeParse(value);
  if (!parsed.success) {
    refuse("it is not a valid configuration");
    for (const { path: place, message } of parsed.error.issues.slice(0, MAX_PROBLEMS))
      print(`  ${place.join(".") || "the whole file"}: ${message}`);
    return 1;
  }
  const outcome = await importStationConfig(parts, { config: parsed.data, by: "station command" });
  if (outcome.kind === "no-such-bitrate")
    return refuse(
      `settings.bitrate: MP3 has no ${outcome.bitrate} kbit/s at ${outcome.sampleRate} Hz; the closest supported rate is ${outcome.nearest.join(" or ")}`,
    );
  if (outcome.kind === "no-old-address") return refuse(`settings.${noOldAddressWords(outcome)}`);
  print(`configuration imported from ${file}`);
  for (const unknown of unknownNames(importedConfigSchema, value))
    print(`  left out, since this version does not know it: ${unknown}`);
  return 0;
}
