// How large a picture is, for all of them alike: what a browser should not be given is none.
export { type MeasuredImage, isSensibleSize, measureImage } from '../files/image_size.js'
