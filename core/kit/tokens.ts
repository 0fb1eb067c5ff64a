// Names that say nothing to whoever reads them: derived from the platform's key, stored nowhere.
export { opaqueName } from '../http/opaque.js'
