export { default as Screen } from './not-found-screen.tsx';
