import { runProgram, staticChecks } from "./stage.ts";

let isGreen = true;
for (const { name, program, parameters } of staticChecks) {
  const code = await runProgram(program, parameters);
  console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}`);
  isGreen &&= code === 0;
}
const unit = await runProgram("vitest", ["run", "--project", "unit"]);
process.exit(isGreen && unit === 0 ? 0 : 1);
