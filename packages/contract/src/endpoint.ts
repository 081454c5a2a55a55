import type * as z from "zod/mini";
import type { Call } from "./call.ts";
import type { ErrorCode } from "./errors.ts";
import type { Access } from "./rights.ts";

/** The part of a call that the server and the API description need, but callers don't. */
interface CallDescription {
  readonly access: Access;
  readonly summary: string;
  /** Refusal codes beyond those that follow from access and input. */
  readonly errors?: readonly ErrorCode[];
  /** An example request and response for the description; both must parse. Only calls without JSON have none. */
  readonly example?: { readonly body?: unknown; readonly response: unknown };
  /** The refusal for callers without the right, instead of the general sentence. */
  readonly refusal?: string;
  /** Guests and listeners may call it during maintenance although it changes something: it signs in or out. */
  readonly staysInMaintenance?: boolean;
  /** Controls the sound: works for recently seen operators even while the database is down. */
  readonly steersSound?: boolean;
  /** A read that does not wait behind those of visitors: who calls, and whether the station is well. */
  readonly isUrgent?: boolean;
  /** A read that costs the database much: each network has a share of those that visitors make. */
  readonly isCostly?: boolean;
  /** Text fields that precede the file in the form, with their descriptions. */
  readonly formFields?: Readonly<Record<string, string>>;
  /** Content type of a response that is not JSON. */
  readonly mediaType?: string;
  /** A 503 has the same body and says what does not work. */
  readonly answersWhenDown?: boolean;
  /** Fields of the body that earlier pages send, and that mean nothing. */
  readonly ignoredFields?: readonly string[];
  /** Field of the body with a file that another version may have written: what is unknown in it is left out. */
  readonly foreignField?: string;
  /** The body may be larger than those of other calls. */
  readonly largestBodyBytes?: number;
  /** The response is the same for every caller: the server looks up no session and sets no cookie. */
  readonly isForAnyone?: boolean;
  /** Pages of other sites may read the response; it is the same for everyone, and nothing in it is private. */
  readonly isForOtherSites?: boolean;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
}

/** A complete HTTP operation. */
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

/** Combines calls with their descriptions and keeps the exact type of each. */
export function defineApi<
  const Calls extends Readonly<Record<string, Call>>,
  const Descriptions extends { readonly [Name in keyof Calls]: CallDescription },
>(calls: Calls, descriptions: Descriptions): Api<Calls, Descriptions> {
  const names = Object.keys(descriptions);
  const api = Object.fromEntries(
    names.map((name) => [name, { ...calls[name], ...descriptions[name] }]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the contract's adapters
  return api as Api<Calls, Descriptions>;
}
