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
  /** Example request and response for the description; both must parse. Only calls without JSON have none. */
  readonly example?: { readonly body?: unknown; readonly response: unknown };
  /** Replaces the general refusal for callers without the right. */
  readonly refusal?: string;
  /** Guests and listeners may call it during maintenance although it is a change: it signs in or out. */
  readonly staysInMaintenance?: boolean;
  /** Controls the sound: works for recently seen operators even while the database is down. */
  readonly steersSound?: boolean;
  /** A read that does not queue behind visitors' reads, such as the session or the station's health. */
  readonly isUrgent?: boolean;
  /** A read that is expensive for the database: each network gets a share of visitors' total. */
  readonly isCostly?: boolean;
  /** Text fields that precede the file in the form, with their descriptions. */
  readonly formFields?: Readonly<Record<string, string>>;
  /** Content type of a response that is not JSON. */
  readonly mediaType?: string;
  /** A 503 has the same body and names what is down. */
  readonly answersWhenDown?: boolean;
  /** Body fields that older pages send and that mean nothing. */
  readonly ignoredFields?: readonly string[];
  /** Body field with a file that another version may have written; unknown parts are dropped. */
  readonly foreignField?: string;
  /** Overrides the usual body size limit. */
  readonly largestBodyBytes?: number;
  /** The response is the same for every caller: the server looks up no session and sets no cookie. */
  readonly isForAnyone?: boolean;
  /** Pages of other sites may read the response, which is public and the same for everyone. */
  readonly isForOtherSites?: boolean;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
}

/** A complete HTTP operation. */
export interface Endpoint extends Call, CallDescription {}

type RequestPart = "params" | "query" | "body";

/** A handler's input: defaults applied, strings coerced. */
export type ParsedRequestOf<E extends Endpoint> = {
  [Part in RequestPart as E[Part] extends z.ZodMiniType ? Part : never]: z.output<
    NonNullable<E[Part]>
  >;
};

/** Each call combined with its description. */
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
