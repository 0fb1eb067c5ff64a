// A save that is held against the version it was made from.
export { saveFrom, versionOf } from '../database/versions.js'

// For the few statements of every request.
export { preparedQuery } from '../tenancy/connections.js'

export { orTaken } from '../database/unique.js'
