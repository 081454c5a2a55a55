import type { SetupFlags } from "./setup-answers.ts";
import { configProblem } from "./setup-checks.ts";
import { readPasswordFromStdin, type Terminal } from "./terminal.ts";

type Print = (line: string) => void;

/** Password for the first account; null: generate one. */
export async function findPassword(
  { isPasswordOnStdin }: SetupFlags,
  {
    given,
    terminal,
    print,
  }: {
    readonly given: string | null;
    readonly terminal: Terminal | null;
    readonly print: Print;
  },
): Promise<{ readonly password: string | null; readonly problem: string | null }> {
  if (!isPasswordOnStdin && given === null && terminal !== null)
    return { password: await askPassword(terminal, print), problem: null };
  const password = isPasswordOnStdin ? await readPasswordFromStdin() : given;
  return { password, problem: password === null ? null : passwordProblem(password) };
}

async function askPassword(terminal: Terminal, print: Print): Promise<string | null> {
  for (;;) {
    const password = await terminal.askSecret("Password (leave it empty to have one generated)");
    if (password === "") return null;
    const problem = passwordProblem(password);
    if (problem !== null) print(`BAD  password: ${problem}`);
    else if ((await terminal.askSecret("The same password again")) === password) return password;
    else print("BAD  password: the two passwords differ");
  }
}

function passwordProblem(password: string): string | null {
  if (password === "") return "it is empty";
  const problem = configProblem({ ADMIN_PASSWORD: password });
  return problem === null ? null : problem.found.replace("ADMIN_PASSWORD ", "it ");
}
