import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/** What a role may do beyond listening; the table in rights.ts says which role has which. */
export const rights = [
  "request",
  "queue_control",
  "chat_moderation",
  "comment_moderation",
  "station_control",
  "live_broadcast",
  "user_management",
  "system_config",
  "upload",
  "library_edit",
  "programme",
  "backup",
  "database_console",
] as const;
export type Right = (typeof rights)[number];

/** Who may call: everybody, whoever is signed in, or whoever has the right. Only the server enforces it. */
export type Access = "public" | "signed-in" | Right;

/** One HTTP operation. `path` is below the origin and names parameters as `:name`. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/api/${string}` | "/metrics";
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
  /** The body is multipart/form-data with one file, in the field of this name; `body` is not given then. */
  readonly fileField?: string;
  /** Fields of text that such a form has before its file, with what each is for. */
  readonly formFields?: Readonly<Record<string, string>>;
  /** Headers the web app sends with it. They are part of what was promised and prove nothing: the server reads none. */
  readonly sentHeaders?: Readonly<Record<string, string>>;
  /** Of the response when it is not JSON. */
  readonly mediaType?: string;
  /** Its response comes with 503 as well: it says itself what does not work. */
  readonly answersWhenDown?: boolean;
  /** The answer is the same whoever asks: the server looks up no session and sets no cookie. */
  readonly isForAnyone?: boolean;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
}

type RequestPart = "params" | "query" | "body";

/** What a caller sends. */
export type RequestOf<E extends Endpoint> = {
  [Part in RequestPart as E[Part] extends z.ZodMiniType ? Part : never]: z.input<
    NonNullable<E[Part]>
  >;
};
/** What a handler receives: defaults applied, strings coerced. */
export type ParsedRequestOf<E extends Endpoint> = {
  [Part in RequestPart as E[Part] extends z.ZodMiniType ? Part : never]: z.output<
    NonNullable<E[Part]>
  >;
};
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;

/** Checks a description of calls while keeping the exact type of each. */
export const defineApi = <const Api extends Record<string, Endpoint>>(api: Api): Api => api;
