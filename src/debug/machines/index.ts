export { default as Screen } from './machines-screen.tsx';
