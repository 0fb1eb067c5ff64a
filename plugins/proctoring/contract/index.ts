export * from './states.js'
