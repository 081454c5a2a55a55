import {
  configCalls,
  type ImportedConfig,
  importedConfigSchema,
  settingsCalls,
} from "@neonrelay/contract/callers";
import { type SyntheticEvent, useId, useState } from "react";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FileField } from "../../../ui/file-fields.tsx";
import { PasswordField } from "../../accounts/index.ts";

type Chosen =
  | { readonly kind: "none" }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "config"; readonly config: ImportedConfig };

/** Imports settings and branding from an exported file. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>({ kind: "none" });
  const [password, setPassword] = useState("");
  const id = useId();
  const importing = useImportConfig(password);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (chosen.kind === "config") importing.mutate(chosen.config, { onSuccess: onClose });
  };
  return (
    <Dialog title="Import Configuration" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FileField
          label="Configuration file"
          accept="application/json,.json"
          problem={chosen.kind === "unreadable" ? chosen.reason : undefined}
          onChoose={(file) => {
            if (file === undefined) setChosen({ kind: "none" });
            else void readConfig(file).then(setChosen);
          }}
        />
        <PasswordField
          password={password}
          describedBy={`${id}-password`}
          isInvalid={importing.isError}
          autoComplete="current-password"
          onChange={setPassword}
        />
        <p id={`${id}-password`} className="-mt-2 text-[13px] text-muted">
          Enter your own password to confirm.
        </p>
        <button
          type="submit"
          className="button button-primary"
          disabled={chosen.kind !== "config" || password === "" || importing.isPending}
        >
          {importing.isPending ? "Importing…" : "Import Configuration"}
        </button>
      </form>
    </Dialog>
  );
}

const notExported = {
  kind: "unreadable",
  reason: "This file is not an exported configuration",
} as const;

async function readConfig(file: File): Promise<Chosen> {
  try {
    const value: unknown = JSON.parse(await file.text());
    const parsed = importedConfigSchema.safeParse(value);
    // Unparsed, so that the server can report what it does not know.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has just been parsed
    if (parsed.success) return { kind: "config", config: value as ImportedConfig };
    const [first] = parsed.error.issues;
    if (first === undefined || first.path.length === 0) return notExported;
    return { kind: "unreadable", reason: `${notExported.reason}: look at ${first.path.join(".")}` };
  } catch {
    return notExported; // not JSON
  }
}

/** @param password of the caller, which the station asks for again */
function useImportConfig(password: string) {
  return useCommand({
    run: (config: ImportedConfig) =>
      callApi(configCalls.importConfig, { body: { password, config } }),
    done: ({ leftOut }) => ({
      title: "Configuration Updated",
      text:
        leftOut.length === 0
          ? "Settings and branding now match the file"
          : `Left out, since this version does not know it: ${leftOut.join(", ")}`,
    }),
    failure: "Failed to import the configuration",
    changes: [settingsCalls.getStationSettings.path, settingsCalls.getBranding.path],
  });
}
