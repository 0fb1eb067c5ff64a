// Everything a plugin's server half may use of the contract, in one place.
export * from './access.js'
export * from './errors.js'
export * from './events.js'
export * from './pages.js'
export * from './plugin.js'
export * from './roles.js'
export * from './services.js'
