import { MAX_PRIVATE_HOSTS } from "@neonrelay/contract/callers";
import { useState } from "react";
import { FieldFrame } from "../../../ui/field-frame.tsx";
import { useRight } from "../../accounts/index.ts";

/** The hosts in private networks that the station may connect to, one per line. */
export function PrivateHosts({
  hosts,
  problem,
  onChange,
}: {
  readonly hosts: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (hosts: string[]) => void;
}) {
  const [text, setText] = useState(hosts.join("\n"));
  // A right of super admins only, like this list.
  const mayChange = useRight("database_console");
  return (
    <FieldFrame
      label="Allowed private hosts"
      hint={
        <>
          {problem !== undefined && <span className="block text-danger">{problem}</span>}
          External streams and stream outputs can reach these hosts in private networks, and no
          others.{" "}
          {mayChange
            ? `One per line, at most ${MAX_PRIVATE_HOSTS}.`
            : "Only super admins can change them."}
        </>
      }
    >
      {(attributes) => (
        <textarea
          {...attributes}
          className="field font-mono text-[13px]"
          rows={3}
          readOnly={!mayChange}
          value={text}
          placeholder="studio.lan"
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            setText(event.target.value);
            onChange(hostsOf(event.target.value));
          }}
        />
      )}
    </FieldFrame>
  );
}

function hostsOf(text: string): string[] {
  const hosts = text.split(/[\s,]+/u).filter((host) => host !== "");
  return hosts.slice(0, MAX_PRIVATE_HOSTS);
}
