import { outputCodecs } from "@neonrelay/contract/callers";
import type { Output } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { ConnectionTest } from "../connection-test.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField, SwitchField, TextField } from "../../../ui/form-fields.tsx";
import { PasswordField } from "../../accounts/index.ts";
import {
  formatOutputAddress,
  parseOutputAddress,
  useAddOutput,
  useChangeOutput,
  useTestOutput,
} from "./outputs-data.ts";

/** @param output undefined: a new one */
export function OutputDialog({
  output,
  onClose,
}: {
  readonly output: Output | undefined;
  readonly onClose: () => void;
}) {
  const form = useOutputForm(output);
  const add = useAddOutput();
  const change = useChangeOutput();
  const { body, password } = form;
  const isReady = body !== undefined && (output !== undefined || password !== "");
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (body === undefined) return;
    if (output === undefined) add.mutate({ ...body, password }, { onSuccess: onClose });
    else
      change.mutate(
        { id: output.id, ...body, ...(password !== "" && { password }) },
        { onSuccess: onClose },
      );
  };
  return (
    <Dialog
      title={output === undefined ? "Add Stream Output" : "Edit Stream Output"}
      onClose={onClose}
    >
      <form onSubmit={save} noValidate className="flex flex-col gap-4">
        <OutputFields form={form} isStored={output !== undefined} />
        <TestOutcome form={form} id={output?.id} isReady={isReady} />
        <button
          type="submit"
          className="button button-primary"
          disabled={!isReady || add.isPending || change.isPending}
        >
          {output === undefined ? "Add Stream Output" : "Update Stream Output"}
        </button>
      </form>
    </Dialog>
  );
}

function useOutputForm(output: Output | undefined) {
  const [address, setAddress] = useState(output === undefined ? "" : formatOutputAddress(output));
  const [username, setUsername] = useState(output?.username ?? "source");
  const [password, setPassword] = useState("");
  const [codec, setCodec] = useState(output?.codec ?? "mp3");
  const [isPublic, setIsPublic] = useState(output?.isPublic ?? false);
  const parsed = parseOutputAddress(address);
  return {
    address,
    username,
    password,
    codec,
    isPublic,
    setAddress,
    setUsername,
    setPassword,
    setCodec,
    setIsPublic,
    body:
      parsed === undefined
        ? undefined
        : { ...parsed, username: parsed.username ?? username, codec, isPublic },
  };
}

type OutputForm = ReturnType<typeof useOutputForm>;

function OutputFields({
  form,
  isStored,
}: {
  readonly form: OutputForm;
  readonly isStored: boolean;
}) {
  const isWrong = form.address !== "" && form.body === undefined;
  return (
    <>
      <TextField
        label="Icecast URL"
        type="url"
        value={form.address}
        placeholder="http://icecast.example.org:8000/live.mp3"
        problem={
          isWrong ? "Enter host and mount, such as http://host.example:8000/live.mp3" : undefined
        }
        onChange={form.setAddress}
      />
      <TextField
        label="Username"
        value={form.username}
        maxLength={80}
        onChange={form.setUsername}
      />
      <PasswordField
        password={form.password}
        describedBy="output-password-note"
        isInvalid={false}
        autoComplete="new-password"
        onChange={form.setPassword}
      />
      <p id="output-password-note" className="-mt-2 text-[13px] text-muted">
        {isStored
          ? "Leave empty to keep the stored password. A different server needs it again."
          : "The server's source password."}
      </p>
      <SelectField
        label="Mount to send"
        value={form.codec}
        choices={outputCodecs.map((value) => ({ value, name: value.toUpperCase() }))}
        onChange={form.setCodec}
      />
      <SwitchField
        label="List in public directories"
        isOn={form.isPublic}
        onChange={form.setIsPublic}
      />
    </>
  );
}

function TestOutcome({
  form: { body, password },
  id,
  isReady,
}: {
  readonly form: OutputForm;
  readonly id: string | undefined;
  readonly isReady: boolean;
}) {
  const test = useTestOutput();
  return (
    <ConnectionTest
      test={test}
      isReady={isReady}
      onTest={() => {
        if (body === undefined) return;
        test.mutate({
          ...body,
          ...(id !== undefined && { id }),
          ...(password !== "" && { password }),
        });
      }}
    />
  );
}
