// Saving a record only if it still has the version that was read.
export { saveFrom, versionOf } from '../database/versions.js'

// For the few statements of every request.
export { anyOf, preparedQuery } from '../tenancy/connections.js'

export { orUniqueError } from '../database/unique.js'
