// Setting text in a PDF. Also for modules of `runInWorker`: it uses no service of the application.
export { Typesetter, type Weight } from '../pdf/typesetter.js'
export { type Tag, Tags } from '../pdf/tags.js'
