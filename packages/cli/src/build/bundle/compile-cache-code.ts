/**
 * Makes newer versions of Node keep what they compiled, in words that every Node knows. Node runs what it finds there without
 * a look at who wrote it, so it is kept in a folder that nobody else can write to; where Node has no user ids, the folder for
 * temporary files is one's own anyway.
 */
export const compileCacheCode = `var node = require("module"), files = require("fs");
  if (node.enableCompileCache) try {
    if (!process.getuid) node.enableCompileCache();
    else {
      var user = process.getuid(), cache = (process.env.TMPDIR || "/tmp") + "/tradecraft-compiled-" + user;
      if (!files.lstatSync(cache, { throwIfNoEntry: false })) files.mkdirSync(cache, 448);
      var found = files.lstatSync(cache);
      if (found.isDirectory() && found.uid === user && (found.mode & 18) === 0) node.enableCompileCache(cache);
    }
  } catch (error) {}`;
