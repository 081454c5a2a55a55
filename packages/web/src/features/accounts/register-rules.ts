import type { ApiError } from "@neonrelay/contract/callers";
import { refusalWords } from "../../api/refusal-words.ts";

/** In form order. */
const fields = ["username", "email", "password"] as const;
type RegisterField = (typeof fields)[number];
type NewAccount = Readonly<Record<RegisterField, string>>;

/** Outcome of the last submit. */
export type Sent =
  | { readonly kind: "not-yet" }
  | { readonly kind: "incomplete" }
  /** `refusal` is undefined if the station did not answer. */
  | {
      readonly kind: "refused";
      readonly refusal: (Pick<ApiError, "error"> & Partial<ApiError>) | undefined;
    };

const wanted: NewAccount = {
  username: "Enter a username",
  email: "Enter an email",
  password: "Enter a password",
};

/** The problem of each field; `form`: one that belongs to no field. */
type RegisterProblems = { readonly [Place in RegisterField | "form"]?: string };

export function registerProblems(account: NewAccount, sent: Sent): RegisterProblems {
  switch (sent.kind) {
    case "not-yet":
      return {};
    case "incomplete":
      return Object.fromEntries(
        fields
          .filter((field) => account[field].trim() === "")
          .map((field) => [field, wanted[field]]),
      );
    case "refused": {
      const refusal = sent.refusal ?? { error: "Unable to connect to server" };
      const place = fields.find((known) => known === sent.refusal?.field) ?? "form";
      return { [place]: refusalWords(refusal) };
    }
    default:
      return sent satisfies never;
  }
}

/** The field to focus. */
export function firstWrong(problems: RegisterProblems): RegisterField | undefined {
  return fields.find((field) => problems[field] !== undefined);
}
