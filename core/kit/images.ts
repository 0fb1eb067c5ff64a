// The size of a picture, and whether it is safe for a browser.
export { type MeasuredImage, isSensibleSize, measureImage } from '../files/image_size.js'
