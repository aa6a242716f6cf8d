const LOOK_EVERY_MS = 250;

/**
 * Between npm and us may stand a shell that dies of npm's SIGTERM without passing it on. Our parent
 * then changes, and the product stops as if the signal had reached it.
 */
export function stopWithNpm() {
  // Started without npm, a parent may rightly leave us alone (nohup, setsid).
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      isStopping = true;
      // Nobody else listens yet: it must end us, as it would without this listener.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // Where both got the signal, a second one would cut the graceful end short.
    if (!isStopping) process.kill(process.pid, "SIGTERM");
  }, LOOK_EVERY_MS);
  timer.unref();
}
