// Setting text in a PDF. For a module of `runInWorker`, too: it uses no service of the application.
export { Typesetter, type Weight } from '../pdf/typesetter.js'
export { type Tag, Tags } from '../pdf/tags.js'
