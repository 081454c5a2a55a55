import { djsCalls, usersCalls } from "@neonrelay/contract/callers";
import type { Account, RequestOf } from "@neonrelay/contract/callers";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi, callApiForPage, fieldProblem } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { focusField } from "../../../ui/move-focus.ts";
import { useToasts } from "../../../ui/toast-store.ts";

const TOAST_MS = 5000;
const changes = [usersCalls.listUsers.path];
const labels = {
  username: "Username",
  email: "Email",
  name: "Name",
  role: "Role",
  password: "Password",
  ircAccount: "IRC account",
};

const PAGE_SIZE = 100;

/** The accounts in pages, by username. @param q part of a username, name or email; "" for all */
export function useUsers(q: string) {
  return useInfiniteQuery({
    queryKey: [usersCalls.listUsers.path, q],
    queryFn: ({ pageParam, signal }) =>
      callApiForPage(
        usersCalls.listUsers,
        { query: { limit: PAGE_SIZE, after: pageParam, q: q === "" ? undefined : q } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items }) => (items.length < PAGE_SIZE ? undefined : items.at(-1)?.id),
    placeholderData: keepPreviousData,
  });
}

type NewUser = RequestOf<typeof usersCalls.createUser>["body"];

/** @param said the toasts */
export function useCreateUser(said: {
  readonly done: string;
  readonly failure: string | { readonly title: string };
}) {
  return useCommand({
    run: (body: NewUser) => callApi(usersCalls.createUser, { body }),
    done: { title: said.done },
    failure: said.failure,
    labels,
    changes,
  });
}

export function useUpdateUser() {
  return useCommand({
    run: ({ id, change }: { readonly id: string; readonly change: UserChange }) =>
      callApi(usersCalls.updateUser, { params: { id }, body: change }),
    done: { title: "User Updated" },
    failure: "Failed to update the user",
    labels,
    changes,
  });
}

export function useInviteUser() {
  return useCommand({
    run: (id: string) => callApi(usersCalls.inviteUser, { params: { id } }),
    done: undefined,
    failure: "Failed to make an invitation",
    changes,
  });
}

export function useWithdrawInvitation() {
  return useCommand({
    run: (id: string) => callApi(usersCalls.withdrawInvitation, { params: { id } }),
    done: { title: "Invitation Withdrawn" },
    failure: "Failed to withdraw the invitation",
    changes,
  });
}

type UserChange = RequestOf<typeof usersCalls.updateUser>["body"];

export function useDeleteUser() {
  return useCommand({
    run: ({ id }: Account) => callApi(usersCalls.deleteUser, { params: { id } }),
    done: { title: "User Deleted" },
    failure: "Failed to delete the user",
    changes,
  });
}

export function useRevokeUserStreamKey() {
  return useCommand({
    run: (id: string) => callApi(djsCalls.revokeUserStreamKey, { params: { id } }),
    done: { title: "Stream Key Revoked", text: "A broadcast that used it is cut off" },
    failure: "Failed to revoke the stream key",
    changes,
  });
}

interface Names {
  readonly username: string;
  readonly email: string;
}

/**
 * Checks username and email of a form with fields of those names.
 * @param refusal the station's last answer to the form
 */
export function useRequiredNames({ username, email }: Names, refusal: Error | null) {
  const toasts = useToasts();
  const [wasIncomplete, setWasIncomplete] = useState(false);
  const missing = [
    ...(username.trim() === "" ? (["username"] as const) : []),
    ...(email.trim() === "" ? (["email"] as const) : []),
  ];
  const problem = (field: keyof Names, text: string) =>
    wasIncomplete && missing.includes(field) ? text : fieldProblem(refusal, field);
  return {
    problems: {
      username: problem("username", "A username is required"),
      email: problem("email", "An email is required"),
    },
    /** Whether both are filled in; otherwise shows a toast and focuses the first empty field. */
    areThere: (form: HTMLFormElement): boolean => {
      const [first] = missing;
      setWasIncomplete(first !== undefined);
      if (first === undefined) return true;
      focusField(form, first);
      toasts.show({
        tone: "error",
        title: "Validation Error",
        text: "Username and email are required",
        durationMs: TOAST_MS,
      });
      return false;
    },
  };
}
