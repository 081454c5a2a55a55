import { useId, useState } from "react";

const MOST_HOSTS = 20;

/** Whose streams may come from a private network, one host a line. */
export function StreamHosts({
  hosts,
  onChange,
}: {
  readonly hosts: readonly string[];
  readonly onChange: (hosts: string[]) => void;
}) {
  const [text, setText] = useState(hosts.join("\n"));
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-[13px] text-muted">
        Allowed stream hosts
      </label>
      <textarea
        id={id}
        className="field font-mono text-[13px]"
        rows={3}
        value={text}
        placeholder="studio.lan"
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setText(event.target.value);
          onChange(hostsOf(event.target.value));
        }}
      />
      <p id={`${id}-note`} className="text-[13px] leading-5 text-muted">
        External streams from private addresses are refused, except from these hosts. One a line, at
        most {MOST_HOSTS}.
      </p>
    </div>
  );
}

function hostsOf(text: string): string[] {
  const hosts = text.split(/[\s,]+/u).filter((host) => host !== "");
  return hosts.slice(0, MOST_HOSTS);
}
