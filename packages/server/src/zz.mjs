const t=process.cpuUsage(); 
await import("./start-server.ts");
const u=process.cpuUsage(t); console.log("cpu ms", (u.user+u.system)/1000|0);
process.exit()
