// What the single executable runs, in its main thread and in every other (src/startThread.ts): the package lies in it as an
// archive, which each thread opens as a folder that only it sees, and goes on with a file of it.
const { createRequire } = require('node:module');
const { getRawAsset } = require('node:sea');
const { pathToFileURL } = require('node:url');
const vfs = require('node:vfs');
const { isMainThread } = require('node:worker_threads');
const { ZipBuffer } = require('node:zlib');

const folder = vfs.create(new vfs.ZipProvider(new ZipBuffer(getRawAsset('package.zip'))));
folder.mount();
// The main script of an executable imports only what is built in; what it requires, and other threads, import everything.
if (isMainThread) createRequire(`${folder.mountPoint}/`)('./node_modules/canvass/dist/main.js');
else import(pathToFileURL(process.argv[2]));
