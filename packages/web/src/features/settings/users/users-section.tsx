import { type Account, type Role, SHORTEST_PASSWORD } from "@neonrelay/contract/callers";
import { Pencil, Trash2, UserPlus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { FormSection, SelectField, TextField } from "../../../ui/form-fields.tsx";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { NewPasswordField, roleName, useSession } from "../../accounts/index.ts";
import {
  AccountNameFields,
  mayManage,
  NO_NAMES,
  roleChoices,
  roleText,
} from "./account-fields.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { MoreRows } from "../../../ui/more-rows.tsx";
import { type Invitation, InvitationDialog } from "./invitation-dialog.tsx";
import { UserDialog } from "./user-dialog.tsx";
import {
  useCreateUser,
  useDeleteUser,
  useInviteUser,
  useRequiredNames,
  useUsers,
} from "./users-data.ts";

/** The form resets to the lowest role, so that the next account never gets too many rights. */
const NEW_USER: typeof NO_NAMES & { readonly role: Role; readonly password: string } = {
  ...NO_NAMES,
  role: "listener",
  password: "",
};

/** The user accounts and their roles. */
export function UsersSection() {
  return (
    <>
      <CreateUser />
      <UserList />
    </>
  );
}

function CreateUser() {
  const choices = roleChoices(useSession());
  const create = useCreateUser({ done: "User Created", failure: "Failed to create the user" });
  const invite = useInviteUser();
  const [account, setAccount] = useState(NEW_USER);
  const [invitation, setInvitation] = useState<Invitation>();
  const names = useRequiredNames(account, create.error);
  const change = (edits: Partial<typeof NEW_USER>) => {
    forgetFailure(create);
    setAccount({ ...account, ...edits });
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!names.areThere(event.currentTarget)) return;
    const { username, email, role, password } = account;
    const chosen = password === "" ? {} : { password };
    create.mutate(
      { username: username.trim(), email: email.trim(), role, ...chosen },
      {
        onSuccess: (made) => {
          // Anything typed in the meantime belongs to another account.
          setAccount((now) => (now === account ? NEW_USER : now));
          if (password === "")
            invite.mutate(made.id, {
              onSuccess: (sent) =>
                setInvitation({ username: made.username, role: made.role, ...sent }),
            });
        },
      },
    );
  };
  return (
    <FormSection
      title="Create User"
      text="Without a password you get an invitation link, with which the user sets one."
    >
      <form onSubmit={submit} noValidate className="grid gap-4 md:grid-cols-2 md:items-start">
        <AccountNameFields names={account} problems={names.problems} onChange={change} />
        <SelectField
          label="Role"
          value={account.role}
          choices={choices}
          hint={roleText(account.role)}
          onChange={(role) => change({ role })}
        />
        <div className="flex flex-col gap-3">
          <NewPasswordField
            password={account.password}
            hint={`Leave empty for an invitation link. A password has at least ${SHORTEST_PASSWORD} characters.`}
            problem={fieldProblem(create.error, "password")}
            onChange={(password) => change({ password })}
          />
        </div>
        <button
          type="submit"
          className="button button-primary justify-self-start"
          disabled={create.isPending || invite.isPending}
        >
          <UserPlus size={16} aria-hidden="true" />
          Create User
        </button>
      </form>
      {invitation !== undefined && (
        <InvitationDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </FormSection>
  );
}

/** With fewer accounts, which fit on the screen, a search would only be in the way. */
const SEARCHED_FROM = 20;

/** Also in the admin panel. */
export function UserList() {
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const users = useUsers(q);
  return (
    <Loaded what="users" query={users}>
      {({ pages }) => (
        <FormSection title={`Registered Users (${pages.at(-1)?.total ?? 0})`}>
          {(text !== "" || (pages[0]?.total ?? 0) > SEARCHED_FROM) && (
            <TextField label="Search users" value={text} maxLength={200} onChange={setText} />
          )}
          <ul className="flex flex-col gap-2">
            {pages
              .flatMap(({ items }) => items)
              .map((account) => (
                <UserRow key={account.id} account={account} />
              ))}
          </ul>
          <MoreRows query={users} />
        </FormSection>
      )}
    </Loaded>
  );
}

function UserRow({ account }: { readonly account: Account }) {
  const [asks, setAsks] = useState<"edit" | "delete">();
  const remove = useDeleteUser();
  const isManaged = mayManage(useSession(), account.role);
  const { username, email, role, isActive, canSignIn, invitedUntil, createdAt, lastLogin } =
    account;
  return (
    <li className="flex items-center gap-x-3 rounded-m border border-line bg-s2 p-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold break-all">{username}</span>
          <span className="badge text-secondary-text">{roleName(role)}</span>
          <span className={`badge ${isActive ? "text-accent-text" : "text-danger"}`}>
            {isActive ? "Active" : "Inactive"}
          </span>
          {!canSignIn && invitedUntil === null && (
            <span className="badge text-warn">No password</span>
          )}
          {invitedUntil !== null && (
            <span className="badge text-muted">
              Invited until {formatDateAndTime(Date.parse(invitedUntil))}
            </span>
          )}
        </p>
        <p className="text-[13px] break-words text-muted">
          {email ?? "no email"} · created {formatDateAndTime(Date.parse(createdAt))} ·{" "}
          {lastLogin === null
            ? "never signed in"
            : `last signed in ${formatDateAndTime(Date.parse(lastLogin))}`}
        </p>
      </div>
      <div className="-mr-2 flex shrink-0 max-sm:flex-col">
        <RowButton
          label={`Edit ${username}`}
          icon={<Pencil size={16} aria-hidden="true" />}
          isClosed={!isManaged}
          onPress={() => setAsks("edit")}
        />
        <RowButton
          label={`Delete ${username}`}
          icon={<Trash2 size={16} aria-hidden="true" />}
          isClosed={!isManaged}
          onPress={() => setAsks("delete")}
        />
      </div>
      {asks === "edit" && <UserDialog account={account} onClose={() => setAsks(undefined)} />}
      {asks === "delete" && (
        <ConfirmDialog
          title={`Delete ${username}?`}
          text="The account is removed and its sessions end. This cannot be undone."
          action="Delete User"
          onConfirm={() => remove.mutate(account)}
          onClose={() => setAsks(undefined)}
        />
      )}
    </li>
  );
}

/** Disabled for accounts with a higher role. */
function RowButton({
  label,
  icon,
  isClosed,
  onPress,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isClosed: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={isClosed ? "Your role may not manage this account" : undefined}
      disabled={isClosed}
      onClick={onPress}
    >
      {icon}
    </button>
  );
}
