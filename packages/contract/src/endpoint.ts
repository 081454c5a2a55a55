import type * as z from "zod/mini";
import type { Call } from "./call.ts";
import type { ErrorCode } from "./errors.ts";
import type { Access } from "./rights.ts";

/** What the server and readers of the description need of one call beside what its callers do. */
interface CallDescription {
  readonly access: Access;
  readonly summary: string;
  /** Codes it may refuse with beyond those that follow from its access and input. */
  readonly errors?: readonly ErrorCode[];
  /** What it is told and answers, for the description; both must parse. Only what is not JSON has none. */
  readonly example?: { readonly body?: unknown; readonly response: unknown };
  /** Said to whoever may not call it, instead of the general sentence. */
  readonly refusal?: string;
  /** Changes something, yet guests and listeners may call it during maintenance: it only signs in or out. */
  readonly staysInMaintenance?: boolean;
  /** Silences or steers the sound: operators the server remembers may call it while its database does not answer. */
  readonly steersSound?: boolean;
  /** Fields of text that a form with a file has before it, with what each is for. */
  readonly formFields?: Readonly<Record<string, string>>;
  /** Of the response when it is not JSON. */
  readonly mediaType?: string;
  /** Its response comes with 503 as well: it says itself what does not work. */
  readonly answersWhenDown?: boolean;
  /** The answer is the same whoever asks: the server looks up no session and sets no cookie. */
  readonly isForAnyone?: boolean;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
}

/** One HTTP operation, whole. */
export interface Endpoint extends Call, CallDescription {}

type RequestPart = "params" | "query" | "body";

/** What a handler receives: defaults applied, strings coerced. */
export type ParsedRequestOf<E extends Endpoint> = {
  [Part in RequestPart as E[Part] extends z.ZodMiniType ? Part : never]: z.output<
    NonNullable<E[Part]>
  >;
};

/** Each call with its description. */
type Api<Calls, Descriptions> = {
  readonly [Name in keyof Calls & keyof Descriptions]: Calls[Name] & Descriptions[Name];
};

/** Joins calls with what the server needs of them, keeping the exact type of each. */
export function defineApi<
  const Calls extends Readonly<Record<string, Call>>,
  const Descriptions extends { readonly [Name in keyof Calls]: CallDescription },
>(calls: Calls, descriptions: Descriptions): Api<Calls, Descriptions> {
  const names = Object.keys(descriptions);
  const api = Object.fromEntries(
    names.map((name) => [name, { ...calls[name], ...descriptions[name] }]),
  );
  // Made of both, name by name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return api as Api<Calls, Descriptions>;
}
