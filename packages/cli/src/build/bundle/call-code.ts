/**
 * What surrounds the one call that a process of a built skill makes, before any code of the skill is loaded; in words that
 * every Node knows. `files` must be Node's `fs`.
 *
 * - Results go to the real stdout; whatever else writes there, as `console.log` in an action does, goes to stderr.
 * - Node's own streams take milliseconds to be made, which is much for one line; a server does need them. A pipe that is full
 *   is waited for; one that nobody reads any more is no failure.
 * - Whatever ends the process before there is a result is told as a failure, in one line of JSON and one of words.
 * - When there is a result the process ends, whatever an action has left running.
 */
export const callCode = `var tradecraftCall = (function () {
    var told = false, ended = false, serves = false;
    var own = Object.getOwnPropertyDescriptor(process, "stdout") || {};
    function write(file, text) {
      var rest = Buffer.from(text);
      while (rest.length > 0) {
        try {
          rest = rest.subarray(files.writeSync(file, rest));
        } catch (error) {
          if (error.code !== "EAGAIN") break;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        }
      }
    }
    function output(file) {
      var stream = {
        write: function (text, done) {
          if (file === 1) told = true;
          write(file, text);
          if (done) done();
          return true;
        }
      };
      stream.once = stream.on = stream.off = function () { return stream; };
      return stream;
    }
    function wordsOf(error) {
      try {
        return String((error && error.message) || error).slice(0, 2000);
      } catch (other) {
        return "Something was thrown that has no words.";
      }
    }
    function say(kind, message) {
      write(2, kind + ": " + message.replace(/[\\u0000-\\u001f\\u007f-\\u009f]+/g, " ") + "\\n");
    }
    function tell(message) {
      if (!serves) {
        told = true;
        write(1, JSON.stringify({
          kind: "error", error: "internal", code: "internal", step: "", message: message,
          hint: "If there is a session: status --session ID says where it stands.", retry: false
        }) + "\\n");
      }
      say("error", message);
    }
    function fail(error) {
      // There is a result already, and the call is about to end.
      if (told && !serves) return say("note", wordsOf(error));
      ended = true;
      tell(wordsOf(error));
      process.exit(1);
    }
    process.exitCode = 1;
    process.on("uncaughtException", fail);
    process.on("unhandledRejection", function (error) {
      if (serves) say("note", wordsOf(error));
      else fail(error);
    });
    process.on("exit", function () {
      if (ended) return;
      process.exitCode = 1;
      if (!told) tell("The skill ended without a result: an action left the process, or waits for what never comes.");
    });
    console.log = console.info = console.debug = function () { console.error.apply(console, arguments); };
    try {
      Object.defineProperty(process, "stdout", {
        configurable: true, enumerable: true, get: function () { return process.stderr; }
      });
    } catch (error) {}
    return {
      fail: fail,
      outputs: { stdout: output(1), stderr: output(2) },
      serving: function (entry) {
        return entry.then(function (server) {
          serves = true;
          return {
            serve: function (definition, options) {
              options.stdout = own.get ? own.get.call(process) : own.value;
              return server.serve(definition, options);
            }
          };
        });
      },
      end: function (code) {
        ended = true;
        process.exitCode = code;
        if (serves) return;
        // Only there may something be on its way still.
        if (process.platform === "win32") process.stderr.write("", function () { process.exit(); });
        else process.exit();
      }
    };
  })();
  globalThis.tradecraftCall = tradecraftCall;`;
