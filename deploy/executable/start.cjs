// What the single executable runs, in its main thread and in every other (src/startThread.ts): the package lies in it as an
// archive, which each thread opens as a folder that only it sees, and goes on with a file of it.
const { createRequire } = require('node:module');
const { constants } = require('node:os');
const { getRawAsset } = require('node:sea');
const { pathToFileURL } = require('node:url');
const vfs = require('node:vfs');
const { isMainThread } = require('node:worker_threads');
const { ZipBuffer } = require('node:zlib');

/** As the loader of modules knows it. */
const missing = { code: 'ENOENT', errno: -constants.errno.ENOENT, syscall: 'stat' };

const archive = new ZipBuffer(getRawAsset('package.zip'));
const present = new Set(['']);
for (const file of archive.keys())
  for (let path = file; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) present.add(path);

/**
 * For what is not there, Node's own looks through all names of the archive each time; and of each folder that holds a
 * module it asks whether a package begins in it. That took half of each start.
 */
class Package extends vfs.ZipProvider {
  statSync(path, options) {
    if (present.has(path.replace(/^\//, ''))) return super.statSync(path, options);
    throw Object.assign(new Error(`ENOENT: no such file or directory, stat '${path}'`), missing);
  }
}

const folder = vfs.create(new Package(archive));
folder.mount();
// The main script of an executable imports only what is built in; what it requires, and other threads, import everything.
if (isMainThread) createRequire(`${folder.mountPoint}/`)('./node_modules/canvass/dist/main.js');
else import(pathToFileURL(process.argv[2]));
