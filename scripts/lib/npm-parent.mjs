const POLL_EVERY_MS = 250;

/**
 * A shell between npm and this process may die of npm's SIGTERM without passing it on. Our parent
 * then changes, and the product stops as if it had received the signal.
 */
export function stopWithNpm() {
  // Started without npm, a parent may legitimately exit first (nohup, setsid).
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      isStopping = true;
      // There is no other listener yet, so the signal must end this process, as it would without
      // this listener.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // If both got the signal, a second one would cut the graceful shutdown short.
    if (!isStopping) process.kill(process.pid, "SIGTERM");
  }, POLL_EVERY_MS);
  timer.unref();
}
