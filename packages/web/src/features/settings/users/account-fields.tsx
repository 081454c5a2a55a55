import type { Role, Session } from "@neonrelay/contract/callers";
import { type Choice, TextField } from "../../../ui/form-fields.tsx";
import { roleName } from "../../accounts/index.ts";
import type { useRequiredNames } from "./users-data.ts";

interface AccountNames {
  readonly username: string;
  readonly email: string;
}

/** The initial values of a new account. */
export const NO_NAMES: AccountNames = { username: "", email: "" };

/** An account's username and email, both required. `onChange` receives the changed one. */
export function AccountNameFields({
  names: { username, email },
  problems,
  onChange,
}: {
  readonly names: AccountNames;
  readonly problems: ReturnType<typeof useRequiredNames>["problems"];
  readonly onChange: (change: Partial<AccountNames>) => void;
}) {
  return (
    <>
      <TextField
        label="Username"
        name="username"
        value={username}
        maxLength={40}
        problem={problems.username}
        onChange={(typed) => onChange({ username: typed })}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        value={email}
        maxLength={200}
        hint="Required. Only operators see it, and nothing is sent to it."
        problem={problems.email}
        onChange={(typed) => onChange({ email: typed })}
      />
    </>
  );
}

/** The roles of new accounts in the user list. */
export function roleChoices(session: Session | undefined): readonly Choice<Role>[] {
  return toChoices(["listener", "dj", "moderator", "admin"], session);
}

/** The roles in the edit dialog; only super admins can give or remove the super admin role. */
export function changedRoleChoices(session: Session | undefined): readonly Choice<Role>[] {
  const choices = roleChoices(session);
  return mayManage(session, "super_admin")
    ? [...choices, ...toChoices(["super_admin"], session)]
    : choices;
}

/** The roles in the dialog 'Add Admin User'. */
export function operatorChoices(session: Session | undefined): readonly Choice<Role>[] {
  return toChoices(["admin", "super_admin", "moderator"], session);
}

function toChoices(roles: readonly Role[], session: Session | undefined) {
  return roles.map((role) => ({
    value: role,
    name: roleName(role),
    isClosed: !mayManage(session, role),
  }));
}

const roleTexts: Readonly<Record<Role, string>> = {
  listener: "Requests songs, comments and keeps favourites.",
  dj: "Goes on air with a stream key, and runs the station's transport.",
  moderator: "Plans the programme, and moderates chat and comments.",
  admin: "Runs the station: music, programme, settings and accounts.",
  super_admin: "Everything, backups and the database console included.",
};

/** What a role may do, in a line. */
export function roleText(role: Role): string {
  return roleTexts[role];
}

/** Whether this session may create, change and remove accounts of that role. The server checks again. */
export function mayManage(session: Session | undefined, role: Role): boolean {
  if (session === undefined || !session.rights.includes("user_management")) return false;
  if (session.kind === "user" && session.role === "super_admin") return true;
  if (role === "super_admin") return false;
  return session.kind !== "access-code" || role !== "admin";
}
