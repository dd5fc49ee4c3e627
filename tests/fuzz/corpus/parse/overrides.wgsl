override N: u32 = 4;
@id(1) override a: bool;
@id(7) override c = 2.5;
const M = 3u;
alias Row = array<f32, M>;
var<workgroup> scratch: array<Row, N * 2>;
var<private> p: array<u32, M> = array(1, 2, 3);
const_assert M * 2 == 6;
