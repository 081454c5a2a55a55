import type { MusicSource } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { ConnectionTest } from "../connection-test.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { NumberField, SelectField, SwitchField, TextField } from "../../../ui/form-fields.tsx";
import { useAddSource, useChangeSource, useTestSource } from "./sources-data.ts";

const signIns = [
  { value: "token", name: "Token (salted hash of the password)" },
  { value: "api-key", name: "API key (OpenSubsonic)" },
  { value: "password", name: "Password itself (older servers)" },
] as const;

/** @param source undefined: a new one */
export function SourceDialog({
  source,
  onClose,
}: {
  readonly source: MusicSource | undefined;
  readonly onClose: () => void;
}) {
  const form = useSourceForm(source);
  const add = useAddSource();
  const change = useChangeSource();
  const { body, password } = form;
  const isReady =
    body.name.trim() !== "" && body.url.trim() !== "" && (source !== undefined || password !== "");
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (source === undefined) add.mutate({ ...body, password }, { onSuccess: onClose });
    else
      change.mutate(
        { id: source.id, ...body, ...(password !== "" && { password }) },
        { onSuccess: onClose },
      );
  };
  const action = source === undefined ? "Add Music Source" : "Update Music Source";
  return (
    <Dialog
      title={source === undefined ? "Add Music Source" : "Edit Music Source"}
      onClose={onClose}
    >
      <form onSubmit={save} noValidate className="flex flex-col gap-4">
        <ServerFields form={form} isStored={source !== undefined} />
        <KeepingFields form={form} />
        <TestOutcome form={form} id={source?.id} isReady={isReady} />
        <button
          type="submit"
          className="button button-primary"
          disabled={!isReady || add.isPending || change.isPending}
        >
          {action}
        </button>
      </form>
    </Dialog>
  );
}

function useSourceForm(source: MusicSource | undefined) {
  const [body, setBody] = useState({
    name: source?.name ?? "",
    url: source?.url ?? "",
    signIn: source?.signIn ?? ("token" as const),
    username: source?.username ?? "",
    isPrivateAllowed: source?.isPrivateAllowed ?? false,
    everyMinutes: source?.everyMinutes ?? 60,
    cacheMegabytes: source?.cacheMegabytes ?? 5000,
  });
  const [password, setPassword] = useState("");
  const edit = (change: Partial<typeof body>) => setBody((before) => ({ ...before, ...change }));
  return { body, password, edit, setPassword };
}

type SourceForm = ReturnType<typeof useSourceForm>;

function ServerFields({
  form: { body, password, edit, setPassword },
  isStored,
}: {
  readonly form: SourceForm;
  readonly isStored: boolean;
}) {
  const hasKey = body.signIn === "api-key";
  const kept = isStored
    ? "Leave empty to keep the stored one. A different server needs it again."
    : "";
  return (
    <>
      <TextField
        label="Name"
        value={body.name}
        maxLength={80}
        placeholder="Navidrome at home"
        onChange={(name) => edit({ name })}
      />
      <TextField
        label="Server address"
        type="url"
        value={body.url}
        maxLength={300}
        placeholder="https://music.example.org"
        onChange={(url) => edit({ url })}
      />
      <SelectField
        label="Sign in with"
        value={body.signIn}
        choices={signIns}
        onChange={(signIn) => edit({ signIn })}
      />
      {!hasKey && (
        <TextField
          label="Username"
          value={body.username}
          maxLength={100}
          onChange={(username) => edit({ username })}
        />
      )}
      <TextField
        label={hasKey ? "API key" : "Password"}
        type="password"
        value={password}
        maxLength={300}
        autoComplete="new-password"
        {...(kept !== "" && { hint: kept })}
        onChange={setPassword}
      />
      <SwitchField
        label="In a private network"
        text="The server is on this machine, or has an address that is not public. Only a super admin can allow that."
        isOn={body.isPrivateAllowed}
        onChange={(isPrivateAllowed) => edit({ isPrivateAllowed })}
      />
    </>
  );
}

function KeepingFields({ form: { body, edit } }: { readonly form: SourceForm }) {
  return (
    <>
      <NumberField
        label="Look for changes every … minutes"
        value={body.everyMinutes}
        min={5}
        max={1440}
        onChange={(everyMinutes) => edit({ everyMinutes })}
      />
      <NumberField
        label="Cache size in MB"
        value={body.cacheMegabytes}
        min={100}
        max={1_000_000}
        step={100}
        hint="How much of its music the station keeps. What is planned is fetched first."
        onChange={(cacheMegabytes) => edit({ cacheMegabytes })}
      />
    </>
  );
}

function TestOutcome({
  form: { body, password },
  id,
  isReady,
}: {
  readonly form: SourceForm;
  readonly id: string | undefined;
  readonly isReady: boolean;
}) {
  const test = useTestSource();
  return (
    <ConnectionTest
      test={test}
      isReady={isReady}
      onTest={() => {
        test.mutate({
          ...body,
          ...(id !== undefined && { id }),
          ...(password !== "" && { password }),
        });
      }}
    />
  );
}
